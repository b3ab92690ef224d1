// SPDX-License-Identifier: Apache-2.0
// What is dense of a recommender: two MLPs and the interaction between them. Bias and ReLU ride in the
// epilogues of the products; in the backward pass ReLU is a pass of its own.
#include <algorithm>

#include "models/workloads/linear.hpp"
#include "models/workloads/recommender_parts.hpp"

namespace headroom::models::recommender {
namespace {

double element_bytes(const ShardShape& how) {
  return std::max(bytes_of(how.precision), bytes_of(Precision::bf16));
}

// Vectors that interact: one a table, and what the bottom MLP made of the dense features.
double vectors(const RecommenderShape& shape) {
  return static_cast<double>(shape.tables.size()) + 1;
}
double concatenated(const RecommenderShape& shape) {
  return vectors(shape) * shape.dim;
}
bool crosses(const RecommenderShape& shape) {
  return shape.cross_layers > 0;
}
// What the top MLP reads: the cross layers' output, or the dot product of each pair beside the bottom's.
double interaction_width(const RecommenderShape& shape) {
  const double n = vectors(shape);
  return crosses(shape) ? concatenated(shape) : n * (n - 1) / 2 + shape.dim;
}

// Calls visit(in, out) for each layer.
template <class Visit>
void for_each_layer(double in, const std::vector<double>& widths, Visit visit) {
  for (const double out : widths) {
    visit(in, out);
    in = out;
  }
}
template <class Visit>
void for_each_mlp_layer(const RecommenderShape& shape, Visit visit) {
  for_each_layer(shape.dense_features, shape.bottom, visit);
  for_each_layer(interaction_width(shape), shape.top, visit);
}

Segment mlp_segment(const char* name, double in, const std::vector<double>& widths, const ShardShape& how) {
  Segment segment;
  segment.name = name;
  std::vector<std::vector<Kernel>> backward;
  for_each_layer(in, widths, [&](double from, double to) {
    const Linear layer{"mlp", "mlp input gradient", "mlp weight gradient", how.microbatch, from,
                       to,    how.precision};
    layer.append_forward(segment.forward);
    backward.push_back({memory_bound("relu gradient", 3 * how.microbatch * to * element_bytes(how))});
    layer.append_backward(backward.back());
  });
  for (auto kernels = backward.rbegin(); kernels != backward.rend(); ++kernels)
    segment.backward.insert(segment.backward.end(), kernels->begin(), kernels->end());
  return segment;
}

// One fused kernel reads the vectors and writes the products of their pairs; its gradient reads both and
// writes the vectors'.
Segment dot_segment(const RecommenderShape& shape, const ShardShape& how) {
  const double bytes = how.microbatch * element_bytes(how);
  Segment segment;
  segment.name = "interaction";
  segment.forward = {memory_bound("interaction", bytes * (concatenated(shape) + interaction_width(shape)))};
  segment.backward = {
      memory_bound("interaction gradient", bytes * (2 * concatenated(shape) + interaction_width(shape)))};
  return segment;
}

// x' = x0 * (U V x + b) + x: two products, and a pass that reads x0, the product and x and writes x'. Its
// gradient reads what came in, x0 and the product, and adds to the gradients of x0 and x.
Segment cross_segment(const RecommenderShape& shape, const ShardShape& how) {
  const double width = concatenated(shape), bytes = how.microbatch * width * element_bytes(how);
  const Linear narrow{"cross narrow",
                      "cross narrow input gradient",
                      "cross narrow weight gradient",
                      how.microbatch,
                      width,
                      shape.cross_rank,
                      how.precision};
  const Linear widen{"cross widen",
                     "cross widen input gradient",
                     "cross widen weight gradient",
                     how.microbatch,
                     shape.cross_rank,
                     width,
                     how.precision};
  Segment segment;
  segment.name = "interaction";
  for (int i = 0; i < static_cast<int>(shape.cross_layers); ++i) {
    narrow.append_forward(segment.forward);
    widen.append_forward(segment.forward);
    segment.forward.push_back(memory_bound("cross", 4 * bytes));
    segment.backward.push_back(memory_bound("cross gradient", 6 * bytes));
    widen.append_backward(segment.backward);
    narrow.append_backward(segment.backward);
  }
  return segment;
}

}  // namespace

double dense_parameters(const RecommenderShape& shape) {
  double sum = 0;
  for_each_mlp_layer(shape, [&](double in, double out) { sum += (in + 1) * out; });
  const double width = concatenated(shape);
  return sum + shape.cross_layers * (2 * width * shape.cross_rank + width);
}

double dense_multiply_adds(const RecommenderShape& shape) {
  double sum = 0;
  for_each_mlp_layer(shape, [&](double in, double out) { sum += in * out; });
  const double n = vectors(shape);
  const double pairs = crosses(shape) ? 0 : n * (n - 1) / 2 * shape.dim;
  return sum + pairs + shape.cross_layers * 2 * concatenated(shape) * shape.cross_rank;
}

// Inputs of all products, and what the cross layers multiply with.
double dense_activation_bytes(const RecommenderShape& shape, const ShardShape& how) {
  double elements = crosses(shape) ? 0 : concatenated(shape);
  for_each_mlp_layer(shape, [&](double in, double) { elements += in; });
  elements += shape.cross_layers * (2 * concatenated(shape) + shape.cross_rank);
  return how.microbatch * elements * element_bytes(how);
}

std::vector<Segment> dense_segments(const RecommenderShape& shape, const ShardShape& how) {
  std::vector<Segment> segments{mlp_segment("bottom mlp", shape.dense_features, shape.bottom, how),
                                crosses(shape) ? cross_segment(shape, how) : dot_segment(shape, how),
                                mlp_segment("top mlp", interaction_width(shape), shape.top, how)};
  if (!how.training)
    for (Segment& segment : segments) segment.backward.clear();
  return segments;
}

}  // namespace headroom::models::recommender
