#pragma once

#include <span>
#include <string_view>

namespace tiles {

enum class ImageFormat { kPng, kWebp, kUnknown };

/// Recognises an image by its first bytes.
ImageFormat sniff_format(std::span<const unsigned char> bytes);

/// Media type for the `Content-Type` header.
std::string_view media_type(ImageFormat format);

/// Same, for a file extension with its dot.
std::string_view media_type(std::string_view extension);

}  // namespace tiles
