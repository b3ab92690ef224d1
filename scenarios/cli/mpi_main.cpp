// SPDX-License-Identifier: Apache-2.0
// `headroom sweep` by several processes: what it becomes when mpirun or srun started it.
#include <boost/mpi.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>
#include <iostream>

#include "scenarios/cli/sweep_command.hpp"
#include "scenarios/sweep/team.hpp"
#include "sim/error.hpp"

namespace headroom::cli {
namespace {

namespace mpi = boost::mpi;

class MpiTeam : public scenarios::Team {
 public:
  [[nodiscard]] int size() const override { return world_.size(); }
  [[nodiscard]] int number() const override { return world_.rank(); }
  void share(std::vector<char>& values) override { mpi::broadcast(world_, values, 0); }
  void send(const std::string& text) override { world_.send(0, row_tag, text); }
  std::optional<std::string> receive() override {
    const auto waiting = world_.iprobe(mpi::any_source, row_tag);
    if (!waiting) return std::nullopt;
    std::string text;
    world_.recv(waiting->source(), waiting->tag(), text);
    return text;
  }

 private:
  static constexpr int row_tag = 1;
  mpi::communicator world_;
};

int run(int argc, char** argv) {
  // Threads take turns with MPI: the compute threads of all but the first process send.
  mpi::environment environment(argc, argv, mpi::threading::serialized, true);
  MpiTeam team;
  try {
    return sweep_with({argv + 1, argv + argc}, &team);
  } catch (const Error& error) {
    std::cerr << "headroom: " << error.what() << '\n' << std::flush;
    mpi::environment::abort(static_cast<int>(error.failure()));
  } catch (const std::exception& error) {
    std::cerr << "headroom: internal error: " << error.what() << '\n' << std::flush;
    mpi::environment::abort(static_cast<int>(Failure::internal));
  }
  return static_cast<int>(Failure::internal);
}

}  // namespace
}  // namespace headroom::cli

int main(int argc, char** argv) {
  return headroom::cli::run(argc, argv);
}
