-- Requests of many members in turn, for wrk. Arguments: a file with a token and, after a blank, a value for If-None-Match
-- in each line, and "tag" to send that value.
local count = 0

function setup(thread)
  thread:set("thread_number", count)
  count = count + 1
end

function init(args)
  requests = {}
  for line in io.lines(args[1]) do
    local token, tag = line:match("(%S+) (%S+)")
    local headers = { ["Authorization"] = "Bearer " .. token }
    if args[2] == "tag" then headers["If-None-Match"] = tag end
    requests[#requests + 1] = wrk.format("GET", nil, headers)
  end
  index = thread_number * 5003
end

function request()
  index = index % #requests + 1
  return requests[index]
end
