#include "tiles/coords.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "tiles/errors.hpp"

namespace tiles {

namespace {

// The projection is infinite at the poles, so latitudes are clamped to the square part of the map.
constexpr double kMaxLatitude = 85.0511;

std::uint32_t take_number(std::string_view& rest) {
    std::uint32_t number = 0;
    const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (code != std::errc{}) {
        throw BadRequest("expected a number in the tile path");
    }
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.starts_with('/')) {
        rest.remove_prefix(1);
    }
    return number;
}

}  // namespace

TileId TileId::parent() const {
    if (zoom == 0) {
        return *this;
    }
    return TileId{zoom - 1, x / 2, y / 2};
}

std::uint32_t TileId::flipped_row() const {
    return (1u << zoom) - 1 - y;
}

std::size_t TileIdHash::operator()(const TileId& id) const noexcept {
    std::size_t hash = static_cast<std::size_t>(id.zoom);
    hash = hash * 1000003u ^ id.x;
    hash = hash * 1000003u ^ id.y;
    return hash;
}

TileId parse_tile_id(std::string_view path) {
    const std::uint32_t zoom = take_number(path);
    const std::uint32_t x = take_number(path);
    const std::uint32_t y = take_number(path);
    if (!path.empty()) {
        throw BadRequest("text after the tile path");
    }
    if (zoom > static_cast<std::uint32_t>(kMaxZoom)) {
        throw BadRequest("zoom level is too deep");
    }
    const std::uint32_t side = 1u << zoom;
    if (x >= side || y >= side) {
        throw BadRequest("tile is outside the map");
    }
    return TileId{static_cast<int>(zoom), x, y};
}

TileId tile_at(double longitude, double latitude, int zoom) {
    latitude = std::clamp(latitude, -kMaxLatitude, kMaxLatitude);
    const double side = std::ldexp(1.0, zoom);
    const double radians = latitude * std::numbers::pi / 180.0;
    const double column = (longitude + 180.0) / 360.0 * side;
    const double row = (1.0 - std::asinh(std::tan(radians)) / std::numbers::pi) / 2.0 * side;
    const double last = side - 1.0;
    return TileId{zoom, static_cast<std::uint32_t>(std::clamp(column, 0.0, last)),
                  static_cast<std::uint32_t>(std::clamp(row, 0.0, last))};
}

std::string to_string(const TileId& id) {
    return std::to_string(id.zoom) + "/" + std::to_string(id.x) + "/" + std::to_string(id.y);
}

}  // namespace tiles
