import '@berth/session/main.tsx';
