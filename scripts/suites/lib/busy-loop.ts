/* Keeps one core busy until the process that forked this one has gone. */

const sliceMilliseconds = 50;

process.once('disconnect', () => process.exit());

function spin(): void {
  for (const end = Date.now() + sliceMilliseconds; Date.now() < end; );
  setImmediate(spin);
}
spin();
