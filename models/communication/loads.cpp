// SPDX-License-Identifier: Apache-2.0
#include "models/communication/loads.hpp"

#include <algorithm>
#include <limits>

namespace headroom::models::nccl {

namespace {

constexpr std::size_t first_slots = 64;

// Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4) into a power of two.
std::size_t home_slot(topologies::LinkId link, std::size_t slots) {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;
  return static_cast<std::size_t>((link.value * golden) >> 32U) & (slots - 1);
}

}  // namespace

void append_hops(const topologies::Cluster& cluster, const Flow& flow, std::vector<topologies::Hop>& out) {
  const std::size_t first = out.size();
  cluster.path(flow.from, flow.to, static_cast<std::uint64_t>(flow.lane), out, flow.nic);
  const int nics_each = cluster.server().nics / cluster.server().accelerators;
  if (nics_each < 2) return;
  for (std::size_t i = first; i < out.size(); ++i) {
    if (cluster.link(out[i].link).kind == topologies::LinkKind::nic) out[i].fraction /= nics_each;
  }
}

std::size_t LoadTable::slot_of(topologies::LinkId link) const {
  std::size_t slot = home_slot(link, slots_.size());
  while (slots_[slot] != 0 && loads_[slots_[slot] - 1].link != link) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

void LoadTable::grow() {
  slots_.assign(std::max(first_slots, slots_.size() * 2), 0);
  for (std::size_t i = 0; i < loads_.size(); ++i)
    slots_[slot_of(loads_[i].link)] = static_cast<std::uint32_t>(i + 1);
}

void LoadTable::route(const Flow& flow) {
  hops_.clear();
  append_hops(cluster_, flow, hops_);
}

double LoadTable::add(const Flow& flow) {
  route(flow);
  double latency_seconds = 0;
  for (const topologies::Hop& hop : hops_) {
    if (loads_.size() * 2 >= slots_.size()) grow();
    const std::size_t slot = slot_of(hop.link);
    const topologies::Link link = cluster_.link(hop.link);
    latency_seconds += link.latency_seconds;
    if (slots_[slot] == 0) {
      loads_.push_back({hop.link, link.kind, link.bytes_per_second, 0});
      slots_[slot] = static_cast<std::uint32_t>(loads_.size());
    }
    loads_[slots_[slot] - 1].bytes_per_byte += hop.fraction * flow.bytes_per_byte;
  }
  return latency_seconds;
}

void LoadTable::add_to_known(const Flow& flow) {
  route(flow);
  for (const topologies::Hop& hop : hops_) {
    const std::size_t slot = slot_of(hop.link);
    if (slots_[slot] != 0) loads_[slots_[slot] - 1].bytes_per_byte += hop.fraction * flow.bytes_per_byte;
  }
}

Loads::Loads(std::vector<Load> loads) : all_(std::move(loads)) {
  constexpr std::size_t kinds = std::tuple_size_v<WireFactors>,
                        none = std::numeric_limits<std::size_t>::max();
  std::array<std::size_t, kinds> first;
  first.fill(none);
  for (std::size_t i = 0; i < all_.size(); ++i) {
    std::size_t& known = first[static_cast<std::size_t>(all_[i].kind)];
    if (known == none ||
        all_[i].capacity / all_[i].bytes_per_byte < all_[known].capacity / all_[known].bytes_per_byte)
      known = i;
  }
  for (const std::size_t i : first) {
    if (i != none) first_exhausted_.push_back(i);
  }
  std::sort(first_exhausted_.begin(), first_exhausted_.end());
}

Loads::Narrowest Loads::narrowest(const WireFactors& wire) const {
  Narrowest narrowest{std::numeric_limits<double>::infinity(), {}};
  for (const std::size_t i : first_exhausted_) {
    const Load& load = all_[i];
    const double rate = load.capacity / (load.bytes_per_byte * wire[static_cast<std::size_t>(load.kind)]);
    if (rate < narrowest.rate) narrowest = {rate, load.link};
  }
  return narrowest;
}

}  // namespace headroom::models::nccl
