/** Answers requests with the module, one after the other. */
import { CoreModule } from '@quintain/core/module';
import type { FromWorker, ToWorker } from './protocol';

let core: CoreModule | undefined;
const send = (message: FromWorker): void => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'module') {
    core = new CoreModule(data.module);
    return;
  }
  if (data.kind === 'network') {
    core?.loadNetwork(data.game, new Uint8Array(data.bytes));
    return;
  }
  const { id, service, request } = data;
  try {
    if (!core) throw new Error('the module has not come yet');
    const json = core.handle(service, request, (report) =>
      send({ kind: 'report', id, json: report }),
    );
    send({ kind: 'answer', id, json });
  } catch (error) {
    send({ kind: 'failure', id, reason: String(error) });
  }
});
