// SPDX-License-Identifier: Apache-2.0
// All-reduce among 8192 ranks of a three-tier fat tree with every algorithm, 8 B to 16 GiB.
#include <numeric>

#include "models/catalogue/catalogue.hpp"
#include "models/communication/communicator.hpp"
#include "scenarios/scenario_reader.hpp"
#include "tests/bench/harness.hpp"

namespace headroom::bench {
namespace {

using models::Algorithm;
using models::Collective;

constexpr Algorithm algorithms[] = {Algorithm::ring, Algorithm::tree, Algorithm::nvls, Algorithm::automatic};

class Sweep {
 public:
  explicit Sweep(const scenarios::ClusterChoice& choice)
      : cluster_(choice.server, choice.servers, choice.fabric),
        architecture_(choice.accelerator.architecture),
        groups_(1, std::vector<int>(static_cast<std::size_t>(cluster_.accelerators()))) {
    std::iota(groups_[0].begin(), groups_[0].end(), 0);
  }

  // Whether more bytes take longer, and nothing is faster than the ranks can send.
  bool run() const {
    bool right = groups_[0].size() == 8192;
    for (const Algorithm algorithm : algorithms) {
      models::CommunicationOptions options;
      options.algorithm = algorithm;
      options.protocol = models::Protocol::simple;  // where each size has its own, the time jumps
      models::Communicator ranks(cluster_, architecture_, groups_, 0, options);
      double before = 0;
      constexpr double smallest = 8, largest = 16 * 1024.0 * 1024 * 1024;
      for (double bytes = smallest; bytes <= largest; bytes *= 2) {
        const double seconds = ranks.time(Collective::all_reduce, bytes).seconds;
        const double bound = lower_bound_seconds(cluster_, Collective::all_reduce, bytes, groups_[0]);
        const bool reduces_in_network = algorithm == Algorithm::nvls || algorithm == Algorithm::automatic;
        right = right && seconds > before && (reduces_in_network || seconds >= bound);
        before = seconds;
      }
    }
    return right;
  }

 private:
  topologies::Cluster cluster_;
  std::string architecture_;
  std::vector<std::vector<int>> groups_;
};

Result all_reduce_8192() {
  const std::vector<std::string> half{"cluster.servers=1024"};
  const Sweep sweep(
      scenarios::read_cluster_of(HEADROOM_SOURCE_DIR "/scenarios/library/llama-3-405b-16k.json", {}, half));
  bool right = false;
  const double seconds = best_cpu_seconds(2, [&] { right = sweep.run(); });
  return {seconds, right};
}

const Registration registration{{"all-reduce-8192-sweep", "s", 1.0, all_reduce_8192}};

}  // namespace
}  // namespace headroom::bench
