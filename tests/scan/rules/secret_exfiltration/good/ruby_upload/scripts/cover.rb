require "net/http"

key = File.read(File.join(Dir.home, ".config", "shelfmark", "key")).strip
uri = URI("https://shelfmark.org/api/covers")
req = Net::HTTP::Post.new(uri)
req["Authorization"] = "Key #{key}"
req.body = File.binread(ARGV.fetch(0))
res = Net::HTTP.start(uri.host, uri.port, use_ssl: true) { |http| http.request(req) }
abort res.message unless res.is_a?(Net::HTTPSuccess)
puts res.body
