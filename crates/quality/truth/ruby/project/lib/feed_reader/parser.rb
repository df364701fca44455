# frozen_string_literal: true

require "rexml/document"
require "time"

module FeedReader
  # Reads RSS 2.0 documents.
  class Parser
    MAX_BYTES = 2 * 1024 * 1024

    # @param xml [String] the whole document
    # @return [Array<Entry>] in the order of the document
    def parse(xml)
      raise ParseError, "document is larger than #{MAX_BYTES} bytes" if xml.bytesize > MAX_BYTES

      document = REXML::Document.new(xml)
      items = document.elements.to_a("rss/channel/item")
      items.filter_map { |item| build_entry(item) }
    rescue REXML::ParseException => e
      raise ParseError, "malformed feed: #{e.message.lines.first}"
    end

    private

    # Items without a link are dropped.
    def build_entry(item)
      link = text_of(item, "link")
      return nil if link.nil?

      Entry.new(
        title: text_of(item, "title") || "(untitled)",
        link: link,
        published_at: parse_date(text_of(item, "pubDate")),
        body: Text::Cleaner.clean(text_of(item, "description") || "")
      )
    end

    def parse_date(text)
      text ? Time.rfc2822(text) : Time.at(0)
    rescue ArgumentError
      Time.at(0)
    end

    def text_of(item, name)
      element = item.elements[name]
      element&.text&.strip
    end
  end
end
