#include "tiles/source.hpp"

#include <fstream>
#include <iostream>
#include <iterator>
#include <thread>

#include "tiles/errors.hpp"

namespace tiles {

namespace fs = std::filesystem;

DiskSource::DiskSource(fs::path root) : root_(std::move(root)) {
    if (!fs::is_directory(root_)) {
        throw std::invalid_argument("not a folder: " + root_.string());
    }
}

SharedBytes DiskSource::load(const TileId& id) {
    std::ifstream file(file_of(id), std::ios::binary);
    if (!file) {
        return nullptr;
    }
    return std::make_shared<const Bytes>(std::istreambuf_iterator<char>(file),
                                         std::istreambuf_iterator<char>());
}

void DiskSource::save(const TileId& id, const Bytes& bytes) {
    const fs::path path = file_of(id);
    fs::create_directories(path.parent_path());
    const fs::path partial = path.string() + ".part";
    {
        std::ofstream file(partial, std::ios::binary | std::ios::trunc);
        file.write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
        if (!file) {
            throw SourceUnavailable("cannot write " + partial.string());
        }
    }
    fs::rename(partial, path);
}

fs::path DiskSource::file_of(const TileId& id) const {
    return root_ / std::to_string(id.zoom) / std::to_string(id.x) /
           (std::to_string(id.y) + ".png");
}

RemoteSource::RemoteSource(std::string base_url, HttpGet get)
    : base_url_(std::move(base_url)), get_(std::move(get)) {}

SharedBytes RemoteSource::load(const TileId& id) {
    const std::string url = base_url_ + "/" + to_string(id) + ".png";
    auto pause = std::chrono::milliseconds(100);
    for (int attempt = 1; attempt <= kAttempts; ++attempt) {
        HttpReply reply = get_(url, kTimeout);
        if (reply.status == 200) {
            return std::make_shared<const Bytes>(std::move(reply.body));
        }
        if (reply.status == 404) {
            return nullptr;
        }
        std::cerr << "attempt " << attempt << ": " << url << " gave " << reply.status << '\n';
        if (attempt < kAttempts) {
            std::this_thread::sleep_for(pause);
            pause *= 2;
        }
    }
    throw SourceUnavailable("no usable answer from " + base_url_);
}

SharedBytes FallbackSource::load(const TileId& id) {
    for (const auto& source : sources_) {
        try {
            if (auto bytes = source->load(id)) {
                return bytes;
            }
        } catch (const SourceUnavailable& error) {
            std::cerr << source->name() << " skipped: " << error.what() << '\n';
        }
    }
    return nullptr;
}

std::string FallbackSource::name() const {
    std::string joined;
    for (const auto& source : sources_) {
        if (!joined.empty()) joined += '+';
        joined += source->name();
    }
    return joined;
}

}  // namespace tiles
