// SPDX-License-Identifier: Apache-2.0
#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/models/workloads/shapes.hpp"

using namespace headroom;
using namespace headroom::models;

namespace {

EncoderShape bert(int layers, double hidden, double heads, EncoderTask task) {
  EncoderShape shape;
  TransformerShape& b = shape.blocks;
  b.name = "bert";
  b.layers = layers;
  b.hidden = hidden;
  b.heads = b.kv_heads = heads;
  b.head_dim = 64;
  b.ffn = 4 * hidden;
  b.vocabulary = 30522;
  b.sequence = 384;
  b.layer_norm = b.attention_bias = b.attention_out_bias = b.mlp_bias = b.dropout = true;
  b.learned_positions = 512;
  shape.task = task;
  return shape;
}

double flops(const Layer& layer) {
  double sum = 0;
  for (const Segment& s : layer.segments)
    for (const Kernel& k : s.forward) sum += k.flops;
  return sum;
}

}  // namespace

TEST_CASE("BERT has the parameters of Hugging Face's models for pretraining and for SQuAD") {
  CHECK(make_encoder(bert(12, 768, 12, EncoderTask::masked_tokens))->parameters() == 110106428);
  CHECK(make_encoder(bert(24, 1024, 16, EncoderTask::masked_tokens))->parameters() == 336226108);
  CHECK(make_encoder(bert(12, 768, 12, EncoderTask::span))->parameters() == 108893186);
  CHECK(make_encoder(bert(24, 1024, 16, EncoderTask::span))->parameters() == 334094338);
}

TEST_CASE("The layers of BERT hold its parameters, and execute its model FLOPs") {
  for (const EncoderTask task : {EncoderTask::masked_tokens, EncoderTask::span}) {
    const auto network = make_encoder(bert(12, 768, 12, task));
    const ShardShape how = shard(4, 1, false);
    double parameters = network->first(how).parameters + network->last(how).parameters;
    double forward = flops(network->first(how)) + flops(network->last(how));
    for (int i = 0; i < network->layer_count(); ++i) {
      parameters += network->layer(i, how).parameters;
      forward += flops(network->layer(i, how));
    }
    CHECK(parameters == network->parameters());
    CHECK(3 * forward == Approx(4 * network->model_flops_per_sample()));
  }
}

TEST_CASE("In BERT every token sees all others, and the head only what was masked") {
  const EncoderShape shape = bert(12, 768, 12, EncoderTask::masked_tokens);
  const auto encoder = make_encoder(shape);
  TransformerShape decoder_shape = shape.blocks;
  decoder_shape.tied = true;
  const auto decoder = make_transformer(decoder_shape);
  const ShardShape how = shard(4, 1, false);
  double causal = 0, full = 0;
  const Layer decoding = decoder->layer(0, how), encoding = encoder->layer(0, how);
  for (const Kernel& k : decoding.segments[0].forward)
    if (k.kind == KernelKind::attention) causal = k.flops;
  for (const Kernel& k : encoding.segments[0].forward)
    if (k.kind == KernelKind::attention) full = k.flops;
  CHECK(full / causal == Approx(2).epsilon(0.01));
  CHECK(flops(encoder->last(how)) < 0.2 * flops(decoder->last(how)));
}

TEST_CASE("BERT without padding works on the tokens alone, and has the same parameters") {
  EncoderShape shape = bert(12, 768, 12, EncoderTask::masked_tokens);
  const auto padded = make_encoder(shape);
  shape.filled_share = 0.5;
  const auto filled = make_encoder(shape);
  const ShardShape eight = shard(8, 1, false), four = shard(4, 1, false);
  CHECK(flops(filled->layer(0, eight)) == flops(padded->layer(0, four)));
  CHECK(filled->layer(0, eight).activation_bytes == padded->layer(0, four).activation_bytes);
  CHECK(flops(filled->last(eight)) == flops(padded->last(four)));
  CHECK(filled->model_flops_per_sample() == padded->model_flops_per_sample() / 2);
  CHECK(filled->parameters() == padded->parameters());
  CHECK(filled->units_per_sample() == padded->units_per_sample());  // rates count sequences as they are given
}
