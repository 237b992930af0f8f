-- Each request sends one new answer of one of many learners, whose paths and sessions measure.py fills in.
local learners = { LEARNERS }
local count = 0

function setup(thread)
    thread:set("first", tostring(math.random(1, 8999)))
end

function request()
    count = count + 1
    local learner = learners[count % #learners + 1]
    local id = string.format("36%s%012d", first:sub(1, 4), count)
    local body = '{"library":"LIBRARY","epoch":1,"events":[{"id":"' .. id .. '","kind":"practice","note":"NOTE",'
        .. '"face":"1","grade":"good","moment":MOMENT,"offset":0,"duration":900,"mode":"learn"}]}'
    local headers = { ["Content-Type"] = "application/json", ["Authorization"] = learner[2] }
    return wrk.format("POST", learner[1] .. "/reviews", headers, body)
end

function done(summary, latency)
    io.write(string.format("p99 %.1f\n", latency:percentile(99) / 1000))
end
