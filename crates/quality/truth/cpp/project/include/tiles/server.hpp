#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "tiles/cache.hpp"
#include "tiles/source.hpp"

namespace tiles {

struct Response {
    int status = 200;
    std::string content_type;
    SharedBytes body;
};

/// Counters since start; safe to read while requests are running.
struct Metrics {
    std::atomic<std::uint64_t> hits{0};
    std::atomic<std::uint64_t> misses{0};
    std::atomic<std::uint64_t> failures{0};

    /// Cache hits in percent of all lookups.
    double hit_percent() const;
};

/// Answers tile requests from the cache, then from the source.
class TileServer {
public:
    TileServer(TileSource& source, std::size_t cache_bytes);

    /// Handles `GET /tiles/<zoom>/<x>/<y>`. Errors become responses.
    Response handle(std::string_view target);

    /// Forgets a tile and all of its ancestors.
    int invalidate(TileId id);

    /// Loads every tile of a zoom level into the cache.
    int warm_up(int zoom);

    [[deprecated("use metrics()")]] std::uint64_t request_count() const;

    const Metrics& metrics() const { return metrics_; }

private:
    SharedBytes lookup(const TileId& id);

    TileSource& source_;
    TileCache cache_;
    Metrics metrics_;
};

}  // namespace tiles
