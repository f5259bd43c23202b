import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

const PROGRAMS = ["slurmctld", "slurmd", "munged"].map((name) => path.join("/usr/sbin", name));

/** Whether a cluster can be started here: Debian's slurm-wlm and munge are installed, and this is root. */
export const canStartSlurm = process.getuid?.() === 0 && PROGRAMS.every((program) => existsSync(program));

/**
 * A cluster of Slurm with one node, this machine, for as long as a test takes: a controller and a node of its own, with all their files.
 */
export class SlurmCluster {
  readonly #folder: string;
  readonly #daemons: ChildProcess[] = [];
  /** The environment of Slurm's commands. */
  readonly env: Readonly<Record<string, string>>;

  private constructor(folder: string) {
    this.#folder = folder;
    this.env = { SLURM_CONF: path.join(folder, "slurm.conf") };
  }

  static async start(): Promise<SlurmCluster> {
    const cluster = new SlurmCluster(await mkdtemp(path.join(tmpdir(), "coalesce-slurm-")));
    try {
      await cluster.#start();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  async #start(): Promise<void> {
    const inFolder = (name: string): string => path.join(this.#folder, name);
    for (const name of ["state", "spool"]) await mkdir(inFolder(name));
    await writeFile(inFolder("munge.key"), randomBytes(128), { mode: 0o400 });
    // munged wants a folder that nobody else can write to, and a socket that everybody can use.
    await chmod(this.#folder, 0o711);
    const files = ["socket", "pid-file", "log-file", "seed-file"].map((name) => `--${name}=${inFolder(`munge.${name}`)}`);
    this.#daemon("munged", ["--foreground", `--key-file=${inFolder("munge.key")}`, ...files]);
    await until(() => existsSync(inFolder("munge.socket")));
    const host = hostname().split(".")[0] ?? "localhost";
    await writeFile(
      inFolder("slurm.conf"),
      [
        "ClusterName=coalesce",
        `SlurmctldHost=${host}(127.0.0.1)`,
        `SlurmctldPort=${await freePort()}`,
        `SlurmdPort=${await freePort()}`,
        "AuthType=auth/munge",
        // A requeued job waits until its old credential has expired: two minutes by default.
        `AuthInfo=socket=${inFolder("munge.socket")},cred_expire=5`,
        "CredType=cred/munge",
        "SlurmUser=root",
        `StateSaveLocation=${inFolder("state")}`,
        `SlurmdSpoolDir=${inFolder("spool")}`,
        `SlurmctldPidFile=${inFolder("slurmctld.pid")}`,
        `SlurmdPidFile=${inFolder("slurmd.pid")}`,
        `SlurmctldLogFile=${inFolder("slurmctld.log")}`,
        `SlurmdLogFile=${inFolder("slurmd.log")}`,
        "ProctrackType=proctrack/linuxproc",
        "TaskPlugin=task/none",
        "SelectType=select/cons_tres",
        "SelectTypeParameters=CR_CPU",
        "MpiDefault=none",
        "JobRequeue=1",
        // Jobs are started, and requeued, without the delays of a large cluster.
        "SchedulerParameters=sched_interval=1,batch_sched_delay=0,requeue_delay=0",
        "KillWait=1",
        `${nodeLine(host)} NodeAddr=127.0.0.1 State=UNKNOWN`,
        "PartitionName=main Nodes=ALL Default=YES State=UP",
        "",
      ].join("\n"),
    );
    this.#daemon("slurmctld", ["-D", "-i"]);
    this.#daemon("slurmd", ["-D"]);
    await until(() => this.command("sinfo", ["--noheader", "--format=%T"]).stdout.trim() === "idle");
  }

  /** Runs one of Slurm's commands. */
  command(name: string, args: readonly string[]): { readonly code: number | null; readonly stdout: string } {
    const { status, stdout } = spawnSync(name, args, { env: { ...process.env, ...this.env }, encoding: "utf8" });
    return { code: status, stdout: stdout ?? "" };
  }

  /** The states of all jobs that have not ended, by the job's number: "31_2" is a part of job 31. */
  jobs(): ReadonlyMap<string, string> {
    const lines = this.command("squeue", ["--noheader", "--array", "--format=%i %T"]).stdout.trim().split("\n");
    return new Map(lines.filter((line) => line !== "").map((line) => line.split(" ") as [string, string]));
  }

  /** Waits until all jobs have ended. */
  async idle(): Promise<void> {
    await until(() => this.jobs().size === 0);
  }

  /** The controller's state of its jobs, for a message. */
  log(): Promise<string> {
    return readFile(path.join(this.#folder, "slurmctld.log"), "utf8");
  }

  async stop(): Promise<void> {
    for (const daemon of this.#daemons.toReversed()) {
      if (daemon.exitCode !== null || daemon.signalCode !== null) continue;
      const end = new Promise((resolve) => daemon.once("exit", resolve));
      daemon.kill("SIGTERM");
      await Promise.race([end, setTimeout(5_000)]);
      daemon.kill("SIGKILL");
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  #daemon(name: string, args: readonly string[]): void {
    this.#daemons.push(spawn(path.join("/usr/sbin", name), args, { env: { ...process.env, ...this.env }, stdio: "ignore" }));
  }
}

/** slurmd's own description of this machine: with fewer cores than the controller is told, it would not be used. */
function nodeLine(host: string): string {
  const { stdout } = spawnSync("/usr/sbin/slurmd", ["-C"], { encoding: "utf8" });
  const [line = ""] = stdout.split("\n").filter((text) => text.startsWith("NodeName="));
  return line.replace(/^NodeName=\S+/, `NodeName=${host}`);
}

/** A port of this machine that is free at the moment. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** How often a poll asks, in milliseconds. */
const POLL_MS = 200;
/** The longest wait, in milliseconds, for a busy machine. */
const LONGEST_MS = 300_000;

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += POLL_MS) {
    if (waited > LONGEST_MS) throw new Error(`waited in vain for ${holds.toString()}`);
    await setTimeout(POLL_MS);
  }
}
