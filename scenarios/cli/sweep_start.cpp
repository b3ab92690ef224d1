// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "scenarios/cli/sweep_command.hpp"
#include "sim/error.hpp"

namespace headroom::cli {
namespace {

// What mpirun (Open MPI, MPICH) and srun tell the processes that they start.
bool started_by_mpi() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

// The program of the same name that is linked with MPI: loading that library takes longer than most commands.
[[noreturn]] void become_team_member(const Words& words) {
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe").replace_filename("headroom-mpi");
  std::vector<std::string> texts{program.string()};
  texts.insert(texts.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  throw bad_input("mpirun: expected a headroom that was built with MPI (libboost-mpi-dev), found: " +
                  program.string() + ": " + std::strerror(errno));
}

}  // namespace

int sweep_command(const Words& words) {
  if (started_by_mpi()) become_team_member(words);
  return sweep_with(words, nullptr);
}

}  // namespace headroom::cli
