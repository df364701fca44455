#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tiles/cache.hpp"

namespace tiles {

/// Where tiles come from.
class TileSource {
public:
    virtual ~TileSource() = default;

    /// The image, or an empty pointer if this source does not have it.
    virtual SharedBytes load(const TileId& id) = 0;

    virtual std::string name() const = 0;
};

/// Reads `<root>/<zoom>/<x>/<y>.png`.
class DiskSource final : public TileSource {
public:
    explicit DiskSource(std::filesystem::path root);

    SharedBytes load(const TileId& id) override;
    std::string name() const override { return "disk"; }

    /// Stores a tile; the file appears under its name only when it is complete.
    void save(const TileId& id, const Bytes& bytes);

private:
    std::filesystem::path file_of(const TileId& id) const;

    std::filesystem::path root_;
};

struct HttpReply {
    int status = 0;
    Bytes body;
};

using HttpGet = std::function<HttpReply(const std::string& url, std::chrono::milliseconds timeout)>;

/// Asks another tile server.
class RemoteSource final : public TileSource {
public:
    static constexpr int kAttempts = 3;
    static constexpr std::chrono::milliseconds kTimeout{1500};

    RemoteSource(std::string base_url, HttpGet get);

    SharedBytes load(const TileId& id) override;
    std::string name() const override { return "remote"; }

private:
    std::string base_url_;
    HttpGet get_;
};

/// Asks its sources in turn and returns the first image.
class FallbackSource final : public TileSource {
public:
    void add(std::unique_ptr<TileSource> source) { sources_.push_back(std::move(source)); }

    SharedBytes load(const TileId& id) override;
    std::string name() const override;

private:
    std::vector<std::unique_ptr<TileSource>> sources_;
};

}  // namespace tiles
