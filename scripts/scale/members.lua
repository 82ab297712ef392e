-- Requests of many members in turn, for wrk. Arguments: a file with a token in each line, and a value for If-None-Match.
local count = 0

function setup(thread)
  thread:set("thread_number", count)
  count = count + 1
end

function init(args)
  requests = {}
  for token in io.lines(args[1]) do
    local headers = { ["Authorization"] = "Bearer " .. token, ["If-None-Match"] = args[2] }
    requests[#requests + 1] = wrk.format("GET", nil, headers)
  end
  index = thread_number * 5003
end

function request()
  index = index % #requests + 1
  return requests[index]
end
