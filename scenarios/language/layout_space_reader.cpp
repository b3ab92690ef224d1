// SPDX-License-Identifier: Apache-2.0
#include "scenarios/language/readers.hpp"

namespace headroom::scenarios {
namespace {

std::optional<int> whole_if_given(const Values& values, std::string_view path) {
  return values.given(path) ? std::optional(values.whole(path)) : std::nullopt;
}

template <class Enumeration>
std::optional<Enumeration> choice_if_given(const Values& values, std::string_view path) {
  return values.given(path) ? std::optional(values.choice<Enumeration>(path)) : std::nullopt;
}

}  // namespace

models::LayoutSpace read_layout_space(const Values& values) {
  models::LayoutSpace space;
  space.global_batch = values.number("layout.global_batch");
  space.tensor = whole_if_given(values, "layout.tensor");
  space.pipeline = whole_if_given(values, "layout.pipeline");
  space.context = whole_if_given(values, "layout.context");
  space.context_exchange = values.choice<models::ContextExchange>("layout.context_exchange");
  space.data = whole_if_given(values, "layout.data");
  space.expert = whole_if_given(values, "layout.expert");
  space.expert_tensor = whole_if_given(values, "layout.expert_tensor");
  space.virtual_stages = whole_if_given(values, "layout.virtual_stages");
  space.zero_stage = whole_if_given(values, "layout.zero");
  space.shard_group = whole_if_given(values, "layout.shard_group");
  space.offload = values.choice<models::Offload>("layout.offload");
  if (values.given("layout.microbatch")) space.microbatch = values.number("layout.microbatch");
  space.schedule = choice_if_given<models::Schedule>(values, "layout.schedule");
  if (values.given("layout.sequence_parallel"))
    space.sequence_parallel = values.flag("layout.sequence_parallel");
  space.recomputation = choice_if_given<models::Recomputation>(values, "layout.recomputation");
  space.recomputed_layers = whole_if_given(values, "layout.recomputed_layers");
  if (values.given("layout.stage_layers"))
    for (const double layers : values.numbers("layout.stage_layers"))
      space.stage_layers.push_back(static_cast<int>(layers));
  return space;
}

}  // namespace headroom::scenarios
