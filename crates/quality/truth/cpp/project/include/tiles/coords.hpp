#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tiles {

/// Deepest zoom level that is served.
inline constexpr int kMaxZoom = 19;

/// Edge of a tile in pixels.
inline constexpr int kTilePixels = 256;

/// Address of one tile: zoom level, column, row (row 0 is in the north).
struct TileId {
    int zoom = 0;
    std::uint32_t x = 0;
    std::uint32_t y = 0;

    bool operator==(const TileId&) const = default;

    /// The tile one level up that covers this one; the root is its own parent.
    TileId parent() const;

    /// Row counted from the south, as TMS clients expect.
    std::uint32_t flipped_row() const;
};

struct TileIdHash {
    std::size_t operator()(const TileId& id) const noexcept;
};

/// Reads "zoom/x/y" and checks the ranges.
/// @throws BadRequest for anything else
TileId parse_tile_id(std::string_view path);

/// The tile that contains a place given in degrees.
TileId tile_at(double longitude, double latitude, int zoom);

std::string to_string(const TileId& id);

}  // namespace tiles
