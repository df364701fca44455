# frozen_string_literal: true

require "digest"
require "time"

module FeedReader
  # One article of a feed. Entries compare by their date, newest first.
  class Entry
    include Comparable

    SUMMARY_LENGTH = 280

    attr_reader :title, :link, :published_at
    attr_accessor :starred

    def initialize(title:, link:, published_at:, body: "")
      @title = title
      @link = link
      @published_at = published_at
      @body = body
      @read = false
      @starred = false
    end

    # Stable identifier, derived from the link alone.
    def id
      @id ||= Digest::SHA256.hexdigest(link)[0, 16]
    end

    def <=>(other)
      other.published_at <=> published_at
    end

    def mark_read
      @read = true
    end

    def read?
      @read
    end

    # The first characters of the body, cut at SUMMARY_LENGTH with an ellipsis.
    def summary
      return @body if @body.length <= SUMMARY_LENGTH

      "#{@body[0, SUMMARY_LENGTH].rstrip}…"
    end

    def to_h
      { "title" => title, "link" => link, "published_at" => published_at.iso8601,
        "body" => @body, "read" => @read, "starred" => starred }
    end

    def self.from_h(hash)
      entry = new(title: hash.fetch("title"), link: hash.fetch("link"),
                  published_at: Time.parse(hash.fetch("published_at")), body: hash["body"] || "")
      entry.mark_read if hash["read"]
      entry.starred = hash["starred"]
      entry
    end
  end
end
