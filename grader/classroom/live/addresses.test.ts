import { expect, test } from "vitest";
import { rateName, roomAddresses } from "./addresses.ts";

const on = (name: string, address: string, family = "IPv4", internal = false) => ({ name, address, family, internal });

test.each([
  [
    "what a room can reach, its own network first",
    [on("lo", "127.0.0.1", "IPv4", true), on("eth0", "141.2.3.4"), on("wlan0", "192.168.1.5")],
    ["192.168.1.5", "141.2.3.4"],
  ],
  ["no networks of containers and tunnels", [on("docker0", "172.17.0.1"), on("utun3", "10.8.0.2"), on("en0", "10.0.0.7")], ["10.0.0.7"]],
  ["unless there is nothing else", [on("docker0", "172.17.0.1")], ["172.17.0.1"]],
  ["no addresses that a network didn’t give", [on("eth0", "169.254.7.7"), on("eth0", "fe80::1", "IPv6")], []],
])("%s", (_, networks, expected) => expect(roomAddresses(networks)).toEqual(expected));

test.each([
  ["::ffff:192.168.1.5", "192.168.1.5"],
  ["2001:db8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2"],
  ["2001:db8:1:2:1::9", "2001:db8:1:2"],
])("%s is rated as %s", (address, name) => expect(rateName(address)).toBe(name));
