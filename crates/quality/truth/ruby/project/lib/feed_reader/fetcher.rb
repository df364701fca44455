# frozen_string_literal: true

require "net/http"
require "uri"

module FeedReader
  # Downloads feeds over HTTP, with conditional requests and retries.
  class Fetcher
    OPEN_TIMEOUT_SECONDS = 5
    READ_TIMEOUT_SECONDS = 20
    MAX_ATTEMPTS = 3
    BACKOFF_SECONDS = 2

    Response = Struct.new(:body, :etag, :unchanged)

    def initialize(logger:, sleeper: Kernel)
      @logger = logger
      @sleeper = sleeper
    end

    # Fetches the document of a feed.
    # @raise [FetchError] if the server refuses or all attempts fail
    def fetch(feed)
      attempt = 0
      begin
        attempt += 1
        request(feed)
      rescue FetchError => e
        raise if !e.temporary? || attempt >= MAX_ATTEMPTS

        @logger.warn("retrying #{feed.url} after attempt #{attempt}: #{e.message}")
        @sleeper.sleep(BACKOFF_SECONDS * attempt)
        retry
      end
    end

    private

    def request(feed)
      uri = URI.parse(feed.url)
      response = connection(uri).start do |http|
        http.get(uri.request_uri, headers_for(feed))
      end
      interpret(response)
    rescue SocketError, Errno::ECONNREFUSED, Net::OpenTimeout, Net::ReadTimeout => e
      raise FetchError, "cannot reach #{feed.url}: #{e.class}"
    end

    def interpret(response)
      case response
      when Net::HTTPNotModified then Response.new(nil, nil, true)
      when Net::HTTPSuccess then Response.new(response.body, response["ETag"], false)
      else raise FetchError.new("server answered #{response.code}", status: response.code.to_i)
      end
    end

    def connection(uri)
      http = Net::HTTP.new(uri.host, uri.port)
      http.use_ssl = uri.scheme == "https"
      http.open_timeout = OPEN_TIMEOUT_SECONDS
      http.read_timeout = READ_TIMEOUT_SECONDS
      http
    end

    def headers_for(feed)
      headers = { "User-Agent" => USER_AGENT }
      headers["If-None-Match"] = feed.etag if feed.etag
      headers
    end
  end
end
