#pragma once

#include <stdexcept>
#include <string>

namespace tiles {

/// Base of the errors that are answered with an HTTP status.
class ServiceError : public std::runtime_error {
public:
    ServiceError(int status, const std::string& message)
        : std::runtime_error(message), status_(status) {}

    int status() const noexcept { return status_; }

private:
    int status_;
};

class BadRequest : public ServiceError {
public:
    explicit BadRequest(const std::string& message) : ServiceError(400, message) {}
};

/// A source exists but cannot answer now.
class SourceUnavailable : public ServiceError {
public:
    explicit SourceUnavailable(const std::string& message) : ServiceError(503, message) {}
};

}  // namespace tiles
