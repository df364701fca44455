#include "tiles/cache.hpp"

#include <utility>

namespace tiles {

TileCache::TileCache(std::size_t capacity_bytes, std::chrono::seconds max_age)
    : capacity_bytes_(capacity_bytes), max_age_(max_age) {}

SharedBytes TileCache::find(const TileId& id, Clock::time_point now) {
    const std::lock_guard lock(mutex_);
    const auto found = index_.find(id);
    if (found == index_.end()) {
        return nullptr;
    }
    const auto slot = found->second;
    if (now - slot->stored > max_age_) {
        drop_locked(slot);
        return nullptr;
    }
    recent_.splice(recent_.begin(), recent_, slot);
    return slot->bytes;
}

void TileCache::insert(const TileId& id, SharedBytes bytes, Clock::time_point now) {
    if (bytes->size() > capacity_bytes_) {
        return;
    }
    const std::lock_guard lock(mutex_);
    if (const auto found = index_.find(id); found != index_.end()) {
        drop_locked(found->second);
    }
    while (used_bytes_ + bytes->size() > capacity_bytes_) {
        drop_locked(std::prev(recent_.end()));
    }
    used_bytes_ += bytes->size();
    recent_.push_front(Slot{id, std::move(bytes), now});
    index_[id] = recent_.begin();
}

bool TileCache::erase(const TileId& id) {
    const std::lock_guard lock(mutex_);
    const auto found = index_.find(id);
    if (found == index_.end()) {
        return false;
    }
    drop_locked(found->second);
    return true;
}

void TileCache::clear() {
    const std::lock_guard lock(mutex_);
    index_.clear();
    recent_.clear();
    used_bytes_ = 0;
}

std::size_t TileCache::used_bytes() const {
    const std::lock_guard lock(mutex_);
    return used_bytes_;
}

// The caller holds mutex_.
void TileCache::drop_locked(std::list<Slot>::iterator slot) {
    used_bytes_ -= slot->bytes->size();
    index_.erase(slot->id);
    recent_.erase(slot);
}

}  // namespace tiles
