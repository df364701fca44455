#include <cstdlib>
#include <iostream>
#include <string>

#include "tiles/server.hpp"

namespace {

constexpr std::size_t kDefaultCacheBytes = 64u * 1024 * 1024;

/// Cache size from `TILE_CACHE_MB`, in bytes.
std::size_t cache_bytes_from_environment() {
    const char* text = std::getenv("TILE_CACHE_MB");
    if (text == nullptr) {
        return kDefaultCacheBytes;
    }
    return std::stoul(text) * 1024 * 1024;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: tileserver FOLDER < TARGETS\n";
        return 2;
    }
    try {
        tiles::FallbackSource sources;
        sources.add(std::make_unique<tiles::DiskSource>(argv[1]));
        tiles::TileServer server(sources, cache_bytes_from_environment());
        server.warm_up(2);
        std::string target;
        while (std::getline(std::cin, target)) {
            const tiles::Response response = server.handle(target);
            std::cout << response.status << ' ' << response.content_type << '\n';
        }
        std::cerr << "hit rate " << server.metrics().hit_percent() << " percent\n";
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
