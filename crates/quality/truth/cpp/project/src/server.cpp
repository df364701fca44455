#include "tiles/server.hpp"

#include "tiles/errors.hpp"
#include "tiles/format.hpp"

namespace tiles {

namespace {
constexpr std::string_view kPrefix = "/tiles/";

// Warming deeper levels would fetch more than 4096 tiles.
constexpr int kDeepestWarmUp = 6;
}  // namespace

double Metrics::hit_percent() const {
    const auto total = hits.load() + misses.load();
    return total == 0 ? 0.0 : 100.0 * static_cast<double>(hits.load()) / static_cast<double>(total);
}

TileServer::TileServer(TileSource& source, std::size_t cache_bytes)
    : source_(source), cache_(cache_bytes) {}

Response TileServer::handle(std::string_view target) {
    try {
        if (!target.starts_with(kPrefix)) {
            throw BadRequest("unknown path");
        }
        const TileId id = parse_tile_id(target.substr(kPrefix.size()));
        SharedBytes bytes = lookup(id);
        if (!bytes) {
            return Response{404, "text/plain", nullptr};
        }
        return Response{200, std::string(media_type(sniff_format(*bytes))), std::move(bytes)};
    } catch (const ServiceError& error) {
        metrics_.failures.fetch_add(1);
        return Response{error.status(), "text/plain", nullptr};
    }
}

SharedBytes TileServer::lookup(const TileId& id) {
    const auto now = Clock::now();
    if (auto cached = cache_.find(id, now)) {
        metrics_.hits.fetch_add(1);
        return cached;
    }
    metrics_.misses.fetch_add(1);
    SharedBytes bytes = source_.load(id);
    if (bytes) {
        cache_.insert(id, bytes, now);
    }
    return bytes;
}

int TileServer::invalidate(TileId id) {
    int removed = 0;
    while (true) {
        removed += cache_.erase(id) ? 1 : 0;
        if (id.zoom == 0) return removed;
        id = id.parent();
    }
}

int TileServer::warm_up(int zoom) {
    if (zoom < 0 || zoom > kDeepestWarmUp) {
        throw std::out_of_range("zoom level cannot be warmed up");
    }
    const std::uint32_t side = 1u << zoom;
    int loaded = 0;
    for (std::uint32_t x = 0; x < side; ++x) {
        for (std::uint32_t y = 0; y < side; ++y) {
            if (lookup(TileId{zoom, x, y})) ++loaded;
        }
    }
    return loaded;
}

std::uint64_t TileServer::request_count() const {
    return metrics_.hits.load() + metrics_.misses.load();
}

}  // namespace tiles
