#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "tiles/coords.hpp"

namespace tiles {

using Bytes = std::vector<unsigned char>;
using SharedBytes = std::shared_ptr<const Bytes>;
using Clock = std::chrono::steady_clock;

/// Keeps recently served tiles in memory, bounded by bytes and by age.
class TileCache {
public:
    static constexpr std::chrono::seconds kDefaultMaxAge{300};

    explicit TileCache(std::size_t capacity_bytes, std::chrono::seconds max_age = kDefaultMaxAge);

    /// The tile, or an empty pointer if it is absent or too old.
    SharedBytes find(const TileId& id, Clock::time_point now);

    /// Adds or replaces a tile. One larger than the whole cache is not kept.
    void insert(const TileId& id, SharedBytes bytes, Clock::time_point now);

    /// Removes one tile and tells whether it was there.
    bool erase(const TileId& id);

    void clear();

    std::size_t used_bytes() const;

private:
    struct Slot {
        TileId id;
        SharedBytes bytes;
        Clock::time_point stored;
    };

    void drop_locked(std::list<Slot>::iterator slot);

    const std::size_t capacity_bytes_;
    const std::chrono::seconds max_age_;
    mutable std::mutex mutex_;
    std::list<Slot> recent_;
    std::unordered_map<TileId, std::list<Slot>::iterator, TileIdHash> index_;
    std::size_t used_bytes_ = 0;
};

}  // namespace tiles
