import { actionSteps, isLocal, parsedUrl } from './admin-actions';
import { hook, HookRecogniser } from './recogniser';
import { baseName } from '../../values/paths';
import { HookStep } from '../behaviour';

/** `python -c` with nothing but imports, calls of an admin interface and sleeps. */
export const recognisePythonHook: HookRecogniser = (command) => {
  const name = baseName(command[0]);
  if (!/^python[\d.]*$/.test(name) || command[1] !== '-c' || command[2] === undefined) return undefined;
  const steps: HookStep[] = [];
  for (const statement of command[2].split(/[;\n]/).map((part) => part.trim()).filter((part) => part !== '')) {
    const own = statementSteps(statement);
    if (!own) return undefined;
    steps.push(...own);
    // an exception ends the program: a refused call is one for urllib
    if (own.some(({ step }) => step === 'refused-admin-call') && /urlopen/.test(statement)) {
      return hook(name, ...steps, { step: 'exit', code: 1 });
    }
  }
  return hook(name, ...steps);
};

function statementSteps(statement: string): readonly HookStep[] | undefined {
  if (/^(import|from)\s|^print\(|^pass$/.test(statement)) return [];
  const [, seconds] = /^(?:time\.)?sleep\((\d+(?:\.\d+)?)\)$/.exec(statement) ?? [];
  if (seconds !== undefined) return [{ step: 'wait', millis: Math.round(Number(seconds) * 1000) }];
  const [, text] = /\b(?:urlopen|Request|requests\.\w+|get|post)\(.*?["']((?:https?:\/\/)?[^"']+)["']/.exec(statement) ?? [];
  const url = text === undefined ? undefined : parsedUrl(text);
  if (!url || !isLocal(url)) return undefined;
  const isPost = /\bpost\(|\bdata\s*=|method\s*=\s*["']POST["']/.test(statement);
  return actionSteps({ method: isPost ? 'POST' : 'GET', url });
}
