-- Submissions of many members in turn, each a new workout, for wrk. Arguments: a file with a token in each line, a file
-- with a rep log in Base64 in each line, the time at which the workouts start, a file with openings of logs.
local count = 0

function setup(thread)
  thread:set("thread_number", count)
  count = count + 1
end

local function lines(path)
  local result = {}
  for line in io.lines(path) do result[#result + 1] = line:match("%S+") end
  return result
end

function init(args)
  tokens, logs, start, openings = lines(args[1]), lines(args[2]), args[3], lines(args[4])
  math.randomseed(os.time() * 100 + thread_number)
  index = math.random(#tokens)
  workout = 0
  run = string.format("%08x-%04x-4%03x", os.time(), thread_number, math.random(0, 4095))
end

local function opening() return openings[math.random(#openings)] end

function request()
  index = index % #tokens + 1
  workout = workout + 1
  local headers = { ["Authorization"] = "Bearer " .. tokens[index], ["Content-Type"] = "application/json" }
  local body = string.format(
    '{"workouts":[{"id":"%s-8%03x-%012x","challenge":"pushups-2min","started_at":"%s",' ..
      '"log":"%s"}]}',
    run, math.random(0, 4095), workout, start, opening() .. opening() .. opening() .. logs[math.random(#logs)])
  return wrk.format("POST", nil, headers, body)
end
