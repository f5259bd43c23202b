import { hostname, networkInterfaces } from "node:os";

/** Networks of containers, virtual machines and tunnels: nobody in the room is on them. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|tap|wg|tailscale|zt|cni|podman|lxc|lxd|vEthernet)/i;
/** Addresses of private networks (RFC 1918). */
const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/;

/** An address of this machine on a network. */
interface NetworkAddress {
  readonly name: string;
  readonly address: string;
  readonly family: string;
  readonly internal: boolean;
}

/** The IPv4 addresses of this machine that others in the room can reach, the likeliest first. */
export function roomAddresses(all: readonly NetworkAddress[] = networkAddresses()): string[] {
  const reachable = all.filter(({ family, internal, address }) => family === "IPv4" && !internal && !address.startsWith("169.254."));
  const real = reachable.filter(({ name }) => !VIRTUAL.test(name));
  const rank = ({ address }: NetworkAddress): number => (PRIVATE.test(address) ? 0 : 1);
  return (real.length > 0 ? real : reachable).sort((a, b) => rank(a) - rank(b)).map(({ address }) => address);
}

function networkAddresses(): NetworkAddress[] {
  return Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) => addresses.map((address) => ({ name, ...address })));
}

/** The names under which requests may reach this machine: a request that names another host was sent by that host's page (DNS rebinding). */
export function ownHosts(): Set<string> {
  const addresses = networkAddresses().map(({ address, family }) => (family === "IPv6" ? `[${address.split("%", 1)[0]}]` : address));
  const name = hostname().toLowerCase();
  return new Set(["localhost", "127.0.0.1", "[::1]", name, `${name.split(".", 1)[0]}.local`, ...addresses]);
}

/**
 * The name under which the rate of an address is counted: for IPv6 its network of 64 bits, in which a machine has as many addresses as it
 * likes.
 */
export function rateName(address = ""): string {
  const plain = address.replace(/^::ffff:/, "");
  return plain.includes(":") ? plain.split(":").slice(0, 4).join(":") : plain;
}
