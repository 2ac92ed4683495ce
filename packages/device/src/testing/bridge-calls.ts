import {
  BRIDGE_PATH,
  BRIDGE_TOKEN_HEADER,
  type BridgeMethodName,
  type BridgeOutput,
} from '@berth/contract/bridge/methods';

/** Calls a bridge as its own page does. Rejects with the message of the error that it answers. */
export async function callBridge<Name extends BridgeMethodName>(
  url: string,
  method: Name,
  input: unknown,
): Promise<BridgeOutput<Name>> {
  const page = await (await fetch(url)).text();
  const token = /<meta name="berth-page-token" content="([^"]+)">/.exec(page)?.[1] ?? '';
  const reply = await fetch(`${url}${BRIDGE_PATH}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [BRIDGE_TOKEN_HEADER]: token, origin: url },
    body: JSON.stringify(input),
  });
  const body = (await reply.json()) as { result: BridgeOutput<Name>; error?: { message: string } };
  if (body.error) throw new Error(body.error.message);
  return body.result;
}
