import { ChildProcess, spawn } from 'child_process';
import { closeSync, openSync, readFileSync } from 'fs';
import { createServer } from 'net';
import { setTimeout as sleep } from 'timers/promises';

const STOP_MILLIS = 10_000;
const LOG_LINES_SHOWN = 25;

/** A daemon in a session of its own, remembered and stopped by its process id. */
export class Daemon {
  /** Ends what still runs, without waiting: for the end of this process, whatever caused it. */
  public static killAll(): void {
    for (const daemon of Daemon.running) daemon.signal('SIGKILL');
  }

  private static readonly running = new Set<Daemon>();
  private readonly child: ChildProcess;

  constructor(private readonly command: string, args: readonly string[], private readonly logFile: string) {
    const log = openSync(logFile, 'a');
    this.child = spawn(command, args, { detached: true, stdio: ['ignore', log, log] });
    closeSync(log);
    this.child.on('error', () => Daemon.running.delete(this));
    this.child.on('exit', () => Daemon.running.delete(this));
    Daemon.running.add(this);
  }

  public get isRunning(): boolean {
    return Daemon.running.has(this);
  }

  /** What it last wrote, for an error. */
  public get lastWords(): string {
    const lines = readFileSync(this.logFile, 'utf8').trimEnd().split('\n');
    return `${this.command} ended:\n${lines.slice(-LOG_LINES_SHOWN).join('\n')}`;
  }

  public async stop(): Promise<void> {
    this.signal('SIGTERM');
    const deadline = Date.now() + STOP_MILLIS;
    while (this.isRunning && Date.now() < deadline) await sleep(50);
    this.signal('SIGKILL');
  }

  private signal(name: NodeJS.Signals): void {
    if (this.isRunning && this.child.pid !== undefined) process.kill(this.child.pid, name);
  }
}

/** A port of the loopback address that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port on 127.0.0.1');
  return address.port;
}
