/*
 * Keeps one core busy until the process that forked this one has gone, even by SIGKILL. Then it ends the process whose id it
 * was sent last, which would stay; null is none.
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
