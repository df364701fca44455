# frozen_string_literal: true

module FeedReader
  module Text
    # Turns the HTML of an article into plain text.
    module Cleaner
      ENTITIES = { "&amp;" => "&", "&lt;" => "<", "&gt;" => ">", "&quot;" => '"' }.freeze

      module_function

      def strip_tags(html)
        html.gsub(/<[^>]+>/, " ")
      end

      # Replaces the four entities in ENTITIES and leaves all others.
      def decode(text)
        text.gsub(/&(?:amp|lt|gt|quot);/, ENTITIES)
      end

      def clean(html)
        decode(strip_tags(html)).squeeze(" ").strip
      end

      # @deprecated Use {clean}.
      def plain(html)
        warn "Cleaner.plain is deprecated, use Cleaner.clean"
        clean(html)
      end
    end
  end
end
