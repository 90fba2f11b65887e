/*
 * Keeps one core busy until its parent process has ended, even by SIGKILL. Then it ends the process with the last id it
 * was sent, if any, which would otherwise keep running.
 */

const sliceMilliseconds = 50;
let guarded: number | null = null;

process.on('message', ({ pid }: { pid: number | null }) => {
  guarded = pid;
});
process.once('disconnect', () => {
  if (guarded !== null) process.kill(guarded, 'SIGTERM');
  process.exit();
});

function spin(): void {
  for (const end = Date.now() + sliceMilliseconds; Date.now() < end; );
  setImmediate(spin);
}
spin();
