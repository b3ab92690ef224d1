// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "sim/program.hpp"

namespace headroom::sim {

// Resources that need not be looked at because another one always fills up first. Resource b is dominated by
// a when every work takes at least as large a part of a's capacity as of b's: u(w,b)/C(b) <= u(w,a)/C(a) for
// all works w. Then b is full only when a is, at the same level of the filling, and leaving b out changes no
// rate. The links of a symmetric collective are the usual case: hundreds that carry the same, of which one is
// kept.
//
// Of resources that dominate each other the first is kept. `considered` lists the resources to judge, in
// order.
[[nodiscard]] std::vector<bool> dominated_resources(const Program& program,
                                                    const std::vector<ResourceId>& considered);

}  // namespace headroom::sim
