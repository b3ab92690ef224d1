// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/simgrid_peer.hpp"

#include <simgrid/s4u.hpp>
#include <string>

namespace headroom::bench::peer {

namespace {

namespace s4u = simgrid::s4u;

class Platform {
 public:
  Platform(const Machine& machine, std::span<const Message> messages) : messages_(messages) {
    s4u::Engine::set_config("network/model:CM02");
    s4u::Engine::set_config("network/crosstraffic:0");
    s4u::Engine::set_config("maxmin/precision:1e-12");
    zone_ = s4u::create_full_zone("machine");
    for (std::size_t i = 0; i < machine.hosts; ++i) {
      hosts_.push_back(zone_->create_host("host" + std::to_string(i), 1.0)->seal());
    }
    for (std::size_t i = 0; i < machine.links.size(); ++i) {
      links_.push_back(create_link("link", i, machine.links[i]));
    }
  }

  // Each message enters its route over a link of its own, as fast as `entry` says: what that link carries is
  // the rate of the message.
  void add_entries(const Link& entry) {
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      entries_.push_back(create_link("entry", i, entry));
    }
  }

  template <class Work>
  void run(Work work) {
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      std::vector<s4u::LinkInRoute> route;
      if (!entries_.empty()) {
        route.emplace_back(entries_[i]);
      }
      for (const sim::Demand& demand : messages_[i].path) {
        route.emplace_back(links_[demand.resource.value]);
      }
      zone_->add_route(hosts_[messages_[i].from]->get_netpoint(), hosts_[messages_[i].to]->get_netpoint(),
                       nullptr, nullptr, route, false);
    }
    zone_->seal();
    s4u::Actor::create("sender", hosts_.front(), work);
    engine_.run();
  }

  [[nodiscard]] std::vector<s4u::CommPtr> send_all() const {
    std::vector<s4u::CommPtr> sent;
    for (const Message& message : messages_) {
      sent.push_back(s4u::Comm::sendto_async(hosts_[message.from], hosts_[message.to], message.bytes));
    }
    return sent;
  }

  [[nodiscard]] const std::vector<s4u::Link*>& entries() const { return entries_; }

 private:
  s4u::Link* create_link(const char* kind, std::size_t number, const Link& link) {
    return zone_->create_link(kind + std::to_string(number), link.bytes_per_second)
        ->set_latency(link.seconds)
        ->seal();
  }

  // SimGrid reads its options from the arguments of main().
  std::string name_ = "headroom-bench", quiet_ = "--log=root.thresh:warning";
  char* arguments_[3] = {name_.data(), quiet_.data(), nullptr};
  int argument_count_ = 2;
  s4u::Engine engine_{&argument_count_, arguments_};

  std::span<const Message> messages_;
  s4u::NetZone* zone_ = nullptr;
  std::vector<s4u::Host*> hosts_;
  std::vector<s4u::Link*> links_, entries_;
};

}  // namespace

double seconds_at_once(const Machine& machine, std::span<const Message> messages) {
  return seconds_in_rounds(machine, messages, 1);
}

double seconds_in_rounds(const Machine& machine, std::span<const Message> messages, std::size_t rounds) {
  Platform platform(machine, messages);
  platform.run([&] {
    for (std::size_t round = 0; round < rounds; ++round) {
      s4u::Comm::wait_all(platform.send_all());
    }
  });
  return s4u::Engine::get_clock();
}

std::vector<double> rates(const Machine& machine, std::span<const Message> messages) {
  constexpr double never_the_limit = 1e15, a_moment = 1e-9;
  Platform platform(machine, messages);
  platform.add_entries({never_the_limit, 0});
  std::vector<double> rates;
  platform.run([&] {
    const std::vector<s4u::CommPtr> sent = platform.send_all();
    s4u::this_actor::sleep_for(a_moment);
    for (const s4u::Link* entry : platform.entries()) {
      rates.push_back(entry->get_usage());
    }
    s4u::Comm::wait_all(sent);
  });
  return rates;
}

}  // namespace headroom::bench::peer
