-- Each request sends one new answer, also when this runs again; run.sh fills in the library, a note and the moment.
local start = os.time()
local count = 0

function request()
    count = count + 1
    local id = string.format("%d%06d", start, count)
    local body = '{"library":"LIBRARY","epoch":1,"events":[{"id":"' .. id .. '","kind":"practice","note":"NOTE",'
        .. '"face":"1","grade":"good","moment":MOMENT,"offset":0,"duration":900,"mode":"learn"}]}'
    return wrk.format("POST", nil, { ["Content-Type"] = "application/json" }, body)
end
