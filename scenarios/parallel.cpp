// SPDX-License-Identifier: Apache-2.0
#include "scenarios/parallel.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace headroom::scenarios {

void for_each_index(int jobs, std::size_t count, const std::function<void(std::size_t)>& work) {
  const auto all = [&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count),
        [&](const auto& range) {
          for (std::size_t i = range.begin(); i < range.end(); ++i) work(i);
        },
        tbb::simple_partitioner{});
  };
  if (jobs == 0) return all();
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(jobs));
  tbb::task_arena(jobs).execute(all);
}

}  // namespace headroom::scenarios
