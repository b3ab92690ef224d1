// SPDX-License-Identifier: Apache-2.0
#include "models/catalogue/units.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/error.hpp"
#include "tests/catch.hpp"

using namespace headroom::models;

namespace {

using Reader = double (*)(std::string_view);
using Printer = std::string (*)(double);

std::string refusal(Reader read, std::string_view text) {
  try {
    (void)read(text);
  } catch (const headroom::Error& error) {
    REQUIRE(error.failure() == headroom::Failure::bad_input);
    return error.what();
  }
  return "accepted";
}

const std::vector<Reader> readers = {
    parse_bytes,  parse_bandwidth,   parse_seconds,         parse_watts, parse_energy_price,
    parse_money,  parse_rent,        parse_flops,           parse_rate,  parse_count,
    parse_number, parse_space_price, parse_carbon_intensity};

}  // namespace

TEST_CASE("binary and decimal prefixes of bytes are told apart") {
  CHECK(parse_bytes("80 GiB") == 85899345920.0);
  CHECK(parse_bytes("25 MiB") == 26214400.0);
  CHECK(parse_bytes("80 GB") == 80e9);
  CHECK(parse_bytes("1e9 B") == 1e9);
  CHECK(parse_bytes("  1.5kB ") == 1500);
}

TEST_CASE("bits per second are an eighth of bytes per second") {
  CHECK(parse_bandwidth("200 Gbit/s") == 25e9);
  CHECK(parse_bandwidth("25 GB/s") == 25e9);
  CHECK(parse_bandwidth("1 GiB/s") == 1073741824.0);
  CHECK(parse_bandwidth("200 Gbit/s") != parse_bandwidth("200 GB/s"));
}

TEST_CASE("times, powers, prices, rates and counts are read in SI units") {
  CHECK(parse_seconds("3.5 us") == Approx(3.5e-6));
  CHECK(parse_seconds("2 h") == 7200);
  CHECK(parse_seconds("30 days") == 2592000);
  CHECK(parse_seconds("5 years") == 5 * 8760 * 3600.0);
  CHECK(parse_watts("10.2 kW") == Approx(10200));
  CHECK(parse_energy_price("0.12 USD/kWh") == Approx(0.12 / 3.6e6));
  CHECK(parse_money("350000 USD") == 350000);
  CHECK(parse_money("350,000 USD") == 350000);
  CHECK(parse_money("1.5 million USD") == 1.5e6);
  CHECK(parse_rent("2.5 USD/h") == Approx(2.5 / 3600));
  CHECK(parse_rent("730 USD/month") == Approx(1 / 3600.0));
  CHECK(parse_space_price("184 USD/kW/month") == Approx(0.184 / (730 * 3600)));
  CHECK(parse_carbon_intensity("429 g/kWh") == Approx(0.429 / 3.6e6));
  CHECK(parse_carbon_intensity("429 kg/MWh") == parse_carbon_intensity("429 g/kWh"));
  CHECK(parse_flops("1.2 PFLOP/s") == Approx(1.2e15));
  CHECK(parse_rate("2500 images/s") == 2500);
  CHECK(parse_count("1.4T") == 1.4e12);
  CHECK(parse_count("16M") == 16e6);
  CHECK(parse_count("8Ki") == 8192);
  CHECK(parse_count("4,096") == 4096);
  CHECK(parse_number("1.2") == 1.2);
}

TEST_CASE("a refusal says what was expected and what was found") {
  CHECK(refusal(parse_bandwidth, "200 G") ==
        "expected a bandwidth such as \"200 Gbit/s\" or \"25 GB/s\", found \"200 G\": write \"Gbit/s\" for "
        "bits or "
        "\"GB/s\" for bytes");
  CHECK(refusal(parse_bytes, "80") ==
        "expected a size such as \"80 GiB\" (2^30 bytes) or \"80 GB\" (10^9 bytes), found \"80\"");
  CHECK(refusal(parse_seconds, "") ==
        "expected a time such as \"3.5 us\", \"2 h\" or \"30 days\", found \"\"");
}

TEST_CASE("what means different things to different people is refused") {
  for (const auto* text : {"200 Gb/s", "200 Gbps", "200 GBps", "400G", "200 GB", "200"})
    CHECK(refusal(parse_bandwidth, text) != "accepted");
  CHECK(refusal(parse_count, "8K") != "accepted");
  CHECK(refusal(parse_money, "100 EUR") != "accepted");
  CHECK(refusal(parse_bytes, "80 gib") != "accepted");
}

TEST_CASE("numbers that are no quantities are refused") {
  for (const auto* text : {"-1 B", "nan B", "inf B", "1e999 B", "0x10 B", "1,5 B", "1,50 B", "01,234 B",
                           "1,2345 B", "1 2 B", "B", ".", "1e308 PB"})
    CHECK(refusal(parse_bytes, text) != "accepted");
}

TEST_CASE("printers choose a readable unit") {
  CHECK(print_bytes(85899345920.0) == "80 GiB");
  CHECK(print_bytes(1536) == "1.5 KiB");
  CHECK(print_decimal_bytes(85899345920.0) == "85.9 GB");
  CHECK(print_bandwidth(25e9) == "25 GB/s");
  CHECK(print_network_bandwidth(25e9) == "200 Gbit/s");
  CHECK(print_network_bandwidth(0) == "0 bit/s");
  CHECK(print_seconds(3.5e-6) == "3.5 us");
  CHECK(print_seconds(0) == "0 s");
  CHECK(print_seconds(9000) == "2.5 h");
  CHECK(print_seconds(21.3 * 86400) == "21.3 days");
  CHECK(print_watts(10200) == "10.2 kW");
  CHECK(print_energy(3.6e9) == "1 MWh");
  CHECK(print_energy_price(0.12 / 3.6e6) == "0.12 USD/kWh");
  CHECK(print_money(350000) == "350,000 USD");
  CHECK(print_money(2.5) == "2.50 USD");
  CHECK(print_money(0.0123) == "0.0123 USD");
  CHECK(print_money(34.81e6) == "34.81 million USD");
  CHECK(print_rent(2.5 / 3600) == "2.5 USD/h");
  CHECK(print_space_price(0.184 / (730 * 3600)) == "184 USD/kW/month");
  CHECK(print_carbon_intensity(0.429 / 3.6e6) == "429 g/kWh");
  CHECK(print_mass(0.0123) == "12.3 g");
  CHECK(print_mass(12300) == "12.3 t");
  CHECK(print_flops(989e12) == "989 TFLOP/s");
  CHECK(print_count(4096) == "4,096");
  CHECK(print_count(1.4e12) == "1.4T");
  CHECK(print_bandwidth(999.96e9) == "1 TB/s");
}

TEST_CASE("what is printed reads back to four digits") {
  struct Pair {
    Printer print;
    Reader read;
  };
  const std::vector<Pair> pairs = {{print_bytes, parse_bytes},
                                   {print_decimal_bytes, parse_bytes},
                                   {print_bandwidth, parse_bandwidth},
                                   {print_network_bandwidth, parse_bandwidth},
                                   {print_seconds, parse_seconds},
                                   {print_watts, parse_watts},
                                   {print_energy_price, parse_energy_price},
                                   {print_money, parse_money},
                                   {print_rent, parse_rent},
                                   {print_space_price, parse_space_price},
                                   {print_carbon_intensity, parse_carbon_intensity},
                                   {print_flops, parse_flops},
                                   {print_count, parse_count},
                                   {print_number, parse_number}};
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    // 1e-13 ... 1e19, evenly over the orders of magnitude
    const double value = std::exp(static_cast<double>(random() % 1000000) / 1e6 * std::log(1e32)) * 1e-13;
    const auto& pair = pairs[static_cast<std::size_t>(i) % pairs.size()];
    const std::string text = pair.print(value);
    INFO(value << " printed as " << text);
    const double cent =
        pair.print == print_money && value >= 1 ? 0.005 : 0;  // amounts are printed to the cent
    REQUIRE(std::abs(pair.read(text) - value) <= value * 5.001e-4 + cent);
    REQUIRE(pair.read(pair.print(0)) == 0);
  }
}

TEST_CASE("random text is read or refused in one printable line, never anything else") {
  const std::string_view alphabet = "0123456789..,,eE+- \tkMGTPKiBbits/sUSDhWFLOP\n\x01\xff";
  std::mt19937_64 random(2);
  for (int i = 0; i < 100000; ++i) {
    std::string text;
    for (auto n = random() % 12; n > 0; --n) text += alphabet[random() % alphabet.size()];
    const std::string answer = refusal(readers[static_cast<std::size_t>(i) % readers.size()], text);
    REQUIRE(std::all_of(answer.begin(), answer.end(), [](char c) { return c >= ' ' && c <= '~'; }));
  }
}
