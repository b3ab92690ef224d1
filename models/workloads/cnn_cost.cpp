// SPDX-License-Identifier: Apache-2.0
// Kernels and memory of a layer. Fused passes are those of NVIDIA's NHWC batch norm (MLPerf ResNet): batch
// norm + residual addition + ReLU are one kernel, bias + ReLU another. Without fusion addition and ReLU pass
// over memory on their own, and what 16-bit tensor cores read and write is transposed to and fro, since the
// framework keeps channels first (PyTorch's default).
#include <algorithm>

#include "models/workloads/cnn_layers.hpp"
#include "models/workloads/linear.hpp"

namespace headroom::models::cnn {
namespace {

constexpr double pool_index_bytes = 8;  // PyTorch keeps where each maximum was, as a 64-bit integer

class Coster {
 public:
  Coster(const CnnLayer& layer, const ShardShape& how)
      : layer_(layer),
        how_(how),
        element_bytes_(std::max(bytes_of(how.precision), 2.0)),
        images_(how.microbatch) {}

  [[nodiscard]] Segment segment() const {
    Segment segment;
    segment.name = layer_.segment;
    segment.forward = forward();
    if (!how_.training) return segment;
    if (how_.recomputation == Recomputation::full) segment.backward = segment.forward;
    append_backward(segment.backward);
    return segment;
  }

  // Kept per image: each convolution's output (its batch norm's input) and what the ReLU makes of it (the
  // next one's input). A projection's batch norm and a ReLU without batch norm work in place.
  [[nodiscard]] double kept_bytes() const {
    double elements = layer_.dense ? layer_.dense->out : 0, indices = 0;
    for (const Conv& c : layer_.convolutions) {
      elements += (c.batch_norm ? 2 : 1) * c.outputs();
      if (!c.input_gradient) elements += layer_.inputs;  // the image itself
    }
    if (layer_.projection) elements += layer_.projection->outputs();
    if (layer_.max_pool) {
      elements += layer_.max_pool->outputs();
      indices = layer_.max_pool->outputs();
    }
    return images_ * (elements * element_bytes_ + indices * pool_index_bytes);
  }
  [[nodiscard]] double bytes(double elements_per_image) const {
    return images_ * elements_per_image * element_bytes_;
  }

 private:
  [[nodiscard]] Kernel convolve(const Conv& c, const char* name, bool backward) const {
    return convolution(name, images_, c.out_size * c.out_size, c.in_channels, c.out_channels, c.window(),
                       c.in_size * c.in_size, backward, how_.precision);
  }

  // Batch norm reads its input for the statistics, then again, and writes; the last of a residual block also
  // reads the skip path. Bias + ReLU reads and writes.
  [[nodiscard]] Kernel normalise(const Conv& c, bool adds_skip) const {
    if (!c.batch_norm) return memory_bound("bias relu", 2 * bytes(c.outputs()));
    return memory_bound("batch norm", (3 + (adds_skip ? 1 : 0)) * bytes(c.outputs()));
  }

  // Batch norm reads gradient and input for the sums, then both again, and writes; the last of a residual
  // block also writes the skip path's gradient. ReLU reads gradient and output and writes.
  [[nodiscard]] Kernel normalise_backward(const Conv& c, bool adds_skip) const {
    if (!c.batch_norm) return memory_bound("relu gradient", 3 * bytes(c.outputs()));
    return memory_bound("batch norm gradient", (5 + (adds_skip ? 1 : 0)) * bytes(c.outputs()));
  }

  [[nodiscard]] bool transposes() const { return !how_.fused_passes && bytes_of(how_.precision) <= 2; }

  [[nodiscard]] Linear linear() const {
    return {"dense",          "dense input gradient", "dense weight gradient", images_,
            layer_.dense->in, layer_.dense->out,      how_.precision};
  }
  [[nodiscard]] double loss_bytes() const { return images_ * layer_.outputs() * bytes_of(Precision::fp32); }
  [[nodiscard]] double pool_bytes() const {
    const MaxPool& pool = *layer_.max_pool;
    return bytes(pool.inputs() + pool.outputs()) + images_ * pool.outputs() * pool_index_bytes;
  }

  [[nodiscard]] std::vector<Kernel> forward() const {
    std::vector<Kernel> kernels;
    if (layer_.projection) {
      append_convolution(*layer_.projection, "projection", kernels);
      kernels.push_back(normalise(*layer_.projection, false));
    }
    for (const Conv& c : layer_.convolutions) {
      append_convolution(c, "convolution", kernels);
      append_normalisation(c, layer_.residual && &c == &layer_.convolutions.back(), kernels);
    }
    if (layer_.concatenated > 0)
      kernels.push_back(memory_bound("concatenation", 2 * bytes(layer_.concatenated)));
    if (layer_.max_pool) kernels.push_back(memory_bound("max pool", pool_bytes()));
    if (layer_.average_pool_inputs > 0)
      kernels.push_back(memory_bound("average pool", bytes(layer_.average_pool_inputs)));
    if (layer_.dense) {
      kernels.push_back(linear().forward());
      if (layer_.dense->relu) kernels.push_back(memory_bound("bias relu", 2 * bytes(layer_.dense->out)));
    }
    if (layer_.loss) kernels.push_back(memory_bound("cross-entropy", 2 * loss_bytes()));
    return kernels;
  }

  void append_backward(std::vector<Kernel>& kernels) const {
    if (layer_.loss) kernels.push_back(memory_bound("cross-entropy gradient", 2 * loss_bytes()));
    if (layer_.dense) {
      if (layer_.dense->relu) kernels.push_back(memory_bound("relu gradient", 3 * bytes(layer_.dense->out)));
      linear().append_backward(kernels);
    }
    if (layer_.average_pool_inputs > 0)
      kernels.push_back(memory_bound("average pool gradient", bytes(layer_.average_pool_inputs)));
    if (layer_.max_pool) kernels.push_back(memory_bound("max pool gradient", pool_bytes()));
    for (auto c = layer_.convolutions.rbegin(); c != layer_.convolutions.rend(); ++c) {
      append_normalisation_backward(*c, layer_.residual && c == layer_.convolutions.rbegin(), kernels);
      append_convolution_backward(*c, kernels);
    }
    if (layer_.projection) {
      kernels.push_back(normalise_backward(*layer_.projection, false));
      append_convolution_backward(*layer_.projection, kernels);
    }
    // Where the path forked two gradients are read and their sum is written.
    if (layer_.residual) kernels.push_back(memory_bound("residual gradient", 3 * bytes(layer_.inputs)));
  }

  void append_convolution(const Conv& c, const char* name, std::vector<Kernel>& kernels) const {
    if (transposes()) kernels.push_back(memory_bound("input to channels last", 2 * bytes(c.inputs())));
    kernels.push_back(convolve(c, name, false));
    if (transposes()) kernels.push_back(memory_bound("output to channels first", 2 * bytes(c.outputs())));
  }

  void append_normalisation(const Conv& c, bool adds_skip, std::vector<Kernel>& kernels) const {
    const bool apart = c.batch_norm && !how_.fused_passes;
    kernels.push_back(normalise(c, adds_skip && !apart));
    if (!apart) return;
    if (adds_skip) kernels.push_back(memory_bound("skip addition", 3 * bytes(c.outputs())));
    kernels.push_back(memory_bound("relu", 2 * bytes(c.outputs())));
  }

  void append_normalisation_backward(const Conv& c, bool adds_skip, std::vector<Kernel>& kernels) const {
    const bool apart = c.batch_norm && !how_.fused_passes;
    if (apart) kernels.push_back(memory_bound("relu gradient", 3 * bytes(c.outputs())));
    kernels.push_back(normalise_backward(c, adds_skip && !apart));
  }

  // The weights' gradient alone costs what the forward product costs.
  void append_convolution_backward(const Conv& c, std::vector<Kernel>& kernels) const {
    // Gradients of inputs and of weights each read the output's gradient; one reads the input, too.
    if (transposes())
      kernels.push_back(memory_bound("to channels last", 2 * bytes(2 * c.outputs() + c.inputs())));
    kernels.push_back(c.input_gradient ? convolve(c, "convolution gradient", true)
                                       : convolve(c, "convolution weight gradient", false));
    if (transposes() && c.input_gradient)
      kernels.push_back(memory_bound("input gradient to channels first", 2 * bytes(c.inputs())));
  }

  const CnnLayer& layer_;
  const ShardShape& how_;
  double element_bytes_, images_;
};

}  // namespace

// Selective recomputation concerns attention: without any it changes nothing.
Layer cost(const CnnLayer& layer, const ShardShape& how) {
  const Coster coster(layer, how);
  Layer result;
  result.name = layer.name;
  result.segments = {coster.segment()};
  result.parameters = layer.parameters();
  result.boundary_bytes = coster.bytes(layer.outputs());
  if (!how.training) return result;
  if (how.recomputation == Recomputation::full) {
    result.activation_bytes = coster.bytes(layer.inputs);
    result.working_bytes = coster.kept_bytes();
  } else {
    result.activation_bytes = coster.kept_bytes();
  }
  return result;
}

}  // namespace headroom::models::cnn
