// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <functional>

namespace headroom::scenarios {

// work(0) to work(count - 1) on `jobs` threads; 0: on those that the caller may use, all cores unless
// somebody said fewer. Rethrows what one of them throws.
void for_each_index(int jobs, std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace headroom::scenarios
