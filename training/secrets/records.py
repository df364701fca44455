"""Candidates with the numbers of their features, as the test `the_features_are_written` writes them."""
import struct

import numpy

HEAD = struct.Struct("<IIBBH")
"""Number of the form or file, line, label, which secret, number of features."""
LEFT_OUT, OF_SECRET = 2, 255
COLUMNS = ("owner", "line", "label", "secret", "counts")


def positions(starts, counts):
    """The positions of all features of rows."""
    ends = numpy.cumsum(counts)
    return numpy.arange(ends[-1] if len(ends) else 0) + numpy.repeat(starts - (ends - counts), counts)


class Records:
    def __init__(self, path=None):
        if path is None:
            return
        data, rows, at = numpy.fromfile(path, dtype=numpy.uint8), [], 0
        buffer = memoryview(data)
        while at < len(data):
            row = HEAD.unpack_from(buffer, at)
            rows.append(row)
            at += HEAD.size + 4 * row[4]
        for name, column in zip(COLUMNS, numpy.array(rows, dtype=numpy.int64).reshape(-1, 5).T):
            setattr(self, name, column)
        self.starts = numpy.cumsum(self.counts) - self.counts
        heads = self.starts + 3 * numpy.arange(len(rows))
        is_feature = numpy.ones(len(data) // 4, dtype=bool)
        for word in range(3):
            is_feature[heads + word] = False
        self.features = data.view("<u4")[is_feature]

    def only(self, rows):
        """The same of some rows."""
        other = Records()
        for name in COLUMNS:
            setattr(other, name, getattr(self, name)[rows])
        other.features = self.features[positions(self.starts[rows], other.counts)]
        other.starts = numpy.cumsum(other.counts) - other.counts
        return other

    def table(self, keys):
        """The places of the features in `keys`, which is sorted; others are left out."""
        place = numpy.searchsorted(keys, self.features)
        place[place == len(keys)] = 0
        known = keys[place] == self.features
        row = numpy.repeat(numpy.arange(len(self.counts)), self.counts)[known]
        counts = numpy.bincount(row, minlength=len(self.counts))
        return place[known].astype(numpy.int32), numpy.cumsum(counts) - counts, counts


def joined(parts):
    other = Records()
    for name in COLUMNS + ("features",):
        setattr(other, name, numpy.concatenate([getattr(part, name) for part in parts]))
    other.starts = numpy.cumsum(other.counts) - other.counts
    return other
