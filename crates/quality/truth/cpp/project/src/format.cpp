#include "tiles/format.hpp"

#include <algorithm>
#include <array>

namespace tiles {

namespace {
constexpr std::array<unsigned char, 4> kPngMagic{0x89, 'P', 'N', 'G'};
constexpr std::array<unsigned char, 4> kWebpMagic{'R', 'I', 'F', 'F'};
}  // namespace

ImageFormat sniff_format(std::span<const unsigned char> bytes) {
    if (bytes.size() < 4) {
        return ImageFormat::kUnknown;
    }
    const auto head = bytes.first(4);
    if (std::ranges::equal(head, kPngMagic)) return ImageFormat::kPng;
    if (std::ranges::equal(head, kWebpMagic)) return ImageFormat::kWebp;
    return ImageFormat::kUnknown;
}

std::string_view media_type(ImageFormat format) {
    switch (format) {
        case ImageFormat::kPng: return "image/png";
        case ImageFormat::kWebp: return "image/webp";
        case ImageFormat::kUnknown: break;
    }
    return "application/octet-stream";
}

std::string_view media_type(std::string_view extension) {
    if (extension == ".png") return media_type(ImageFormat::kPng);
    if (extension == ".webp") return media_type(ImageFormat::kWebp);
    return media_type(ImageFormat::kUnknown);
}

}  // namespace tiles
