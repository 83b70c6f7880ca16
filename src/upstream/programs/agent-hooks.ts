import { actionSteps, DRAIN_WITHOUT_END, parsedUrl } from './admin-actions';
import { hook, HookRecogniser } from './recogniser';
import { baseName } from '../../values/paths';

/** What hooks ask of agents that run an Envoy inside themselves. */
export const recogniseAgentHook: HookRecogniser = (command) => {
  const [program, ...words] = [baseName(command[0]), ...command.slice(1)];
  if (program === 'killall' && words.includes('-USR2') && words.includes('kuma-dp')) return hook('killall (drain)', DRAIN_WITHOUT_END);
  if (program !== 'pilot-agent' || words[0] !== 'request') return undefined;
  const [method, path] = words.slice(-2);
  // the drain is the agent's own endpoint, everything else Envoy's
  const url = parsedUrl(`http://127.0.0.1:15020/${path.replace(/^\//, '')}`);
  const steps = url && actionSteps({ method: method.toUpperCase(), url });
  if (!steps) return undefined;
  return hook(path === 'drain' ? 'pilot-agent (drain)' : 'pilot-agent', ...steps);
};
